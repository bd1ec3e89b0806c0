import './ui/styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Studio } from './app/studio.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Studio />
  </StrictMode>,
);
