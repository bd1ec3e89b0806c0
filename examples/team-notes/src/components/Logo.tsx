export function Logo() {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <rect className="logo-cover" x="5" y="3" width="22" height="26" rx="5" />
        <rect className="logo-spine" x="5" y="3" width="6" height="26" rx="3" />
        <path className="logo-lines" d="M15 11h8M15 16h8M15 21h5" />
      </svg>
      Team Notes
    </span>
  );
}
