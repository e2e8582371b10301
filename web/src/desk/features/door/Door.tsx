// The frame of what stands at the desk's door: signing in, and accepting an invitation.
import { type ReactNode, useEffect } from "react";

export function Door({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Desk`;
  }, [title]);
  return (
    <main className="grid min-h-dvh place-items-center bg-side px-4 py-10">
      <div className="w-full max-w-sm rounded-brand-lg border border-line bg-surface p-6">
        <p className="font-bold text-[15px]">
          Fieldhouse <span className="font-medium text-muted">desk</span>
        </p>
        <h1 className="mt-4 mb-3 text-xl">{title}</h1>
        <div className="grid gap-4">{children}</div>
      </div>
    </main>
  );
}
