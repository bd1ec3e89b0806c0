import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { ToastProvider } from './components/Toasts';
import { AuthProvider } from './features/auth/AuthProvider';
import { backend } from './lib/env';
import { SetUp } from './SetUp';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/auth.css';
import './styles/workspace.css';
import './styles/note.css';
import './styles/files.css';
import './styles/live.css';

// supabase-js asks again by itself where a server does not answer.
const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: false } },
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    {backend ? (
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <AuthProvider>
            <App />
          </AuthProvider>
        </ToastProvider>
      </QueryClientProvider>
    ) : (
      <SetUp />
    )}
  </StrictMode>,
);
