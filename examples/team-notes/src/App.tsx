import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { ForgotPasswordPage } from './features/auth/ForgotPasswordPage';
import { RequireGuest, RequireSession } from './features/auth/guards';
import { ResetPasswordPage } from './features/auth/ResetPasswordPage';
import { SignInByMailPage } from './features/auth/SignInByMailPage';
import { SignInPage } from './features/auth/SignInPage';
import { SignUpPage } from './features/auth/SignUpPage';
import { NoNoteOpen, NotePane } from './features/notes/NotePane';
import { SearchPage } from './features/search/SearchPage';
import { AllNotesPage } from './features/workspace/AllNotesPage';
import { NotebookPage } from './features/workspace/NotebookPage';
import { Workspace } from './features/workspace/Workspace';

export function App() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<RequireGuest />}>
          <Route path="sign-in" element={<SignInPage />} />
          <Route path="sign-in-by-mail" element={<SignInByMailPage />} />
          <Route path="sign-up" element={<SignUpPage />} />
          <Route path="forgot-password" element={<ForgotPasswordPage />} />
        </Route>
        <Route path="reset-password" element={<ResetPasswordPage />} />
        <Route element={<RequireSession />}>
          <Route element={<Workspace />}>
            <Route path="/" element={<AllNotesPage />}>
              <Route index element={<NoNoteOpen />} />
            </Route>
            <Route path="all" element={<AllNotesPage />}>
              <Route index element={<NoNoteOpen />} />
              <Route path="notes/:noteId" element={<NotePane />} />
            </Route>
            <Route path="notebooks/:notebookId" element={<NotebookPage />}>
              <Route index element={<NoNoteOpen />} />
              <Route path="notes/:noteId" element={<NotePane />} />
            </Route>
            <Route path="search" element={<SearchPage />}>
              <Route index element={<NoNoteOpen />} />
              <Route path="notes/:noteId" element={<NotePane />} />
            </Route>
          </Route>
        </Route>
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </BrowserRouter>
  );
}
