// Covers what is being worked on, with a text (shell §2, §4: open or closed, 'Loading' by default).

export function LoaderOverlay({ open, text = "Loading" }: { open: boolean; text?: string }) {
  if (!open) return null;
  return (
    <div role="status" className="absolute inset-0 z-20 grid place-items-center rounded-brand bg-surface/80">
      <p className="flex items-center gap-3 font-semibold">
        <span
          aria-hidden="true"
          className="size-6 animate-spin rounded-full border-3 border-primary border-r-transparent"
        />
        {text}
      </p>
    </div>
  );
}
