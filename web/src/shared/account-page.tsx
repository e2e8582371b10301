// What every page of the account area looks like: its heading, and its shape while it is read.
import type { ReactNode } from "react";
import { LoadingShape, Skeleton } from "../ui/Skeleton";
import { PageHead } from "./head";
import { useShell } from "./site";

export function AccountShape() {
  return (
    <LoadingShape label="Loading your account">
      <Skeleton className="h-12 w-64" />
      <div className="mt-6 grid gap-4 md:grid-cols-2">
        <Skeleton className="h-40 rounded-brand" />
        <Skeleton className="h-40 rounded-brand" />
      </div>
    </LoadingShape>
  );
}

/** A page of the area with its heading. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  const { brand } = useShell();
  return (
    <>
      <PageHead title={`${title} | ${brand.name}`} noIndex />
      <h1 tabIndex={-1} className="wrap-anywhere text-4xl outline-none md:text-5xl">
        {title}
      </h1>
      {children}
    </>
  );
}
