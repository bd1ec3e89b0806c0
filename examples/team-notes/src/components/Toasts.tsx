import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

type Toast = { id: number; text: string };

const ToastContext = createContext<(text: string) => void>(() => {});

/** Shows a sentence for a few seconds. */
export const useToast = () => useContext(ToastContext);

let lastId = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);

  const show = useCallback((text: string) => {
    lastId += 1;
    const toast = { id: lastId, text };
    setToasts((shown) => [...shown.slice(-2), toast]);
    setTimeout(() => setToasts((shown) => shown.filter(({ id }) => id !== toast.id)), 6000);
  }, []);

  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status">
        {toasts.map(({ id, text }) => (
          <p key={id} className="toast">
            {text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}
