// The shape of what is about to come.
import clsx from "clsx";
import type { ReactNode } from "react";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-pulse rounded-brand-sm bg-line/70", className)} />;
}

/** Says once to screen readers that something is loading, and holds its shapes. */
export function LoadingShape({ label = "Loading", children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
