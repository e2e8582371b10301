// What a place shows when there is nothing, when something failed, or when the line is down.
import type { ReactNode } from "react";
import { Button } from "./Button";
import { Icon, type IconName } from "./Icon";

interface StateProps {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  /** Ways on: links and buttons. */
  actions?: ReactNode;
  /** 1 when it is the page's only heading. */
  level?: 1 | 2 | 3;
}

export function EmptyState({ icon = "whistle", title, children, actions, level = 2 }: StateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 py-16 text-center">
      <span className="mb-5 grid size-20 place-items-center rounded-full bg-alt text-primary">
        <Icon name={icon} className="size-10" />
      </span>
      <Heading className="wrap-anywhere text-3xl">{title}</Heading>
      {children ? <div className="wrap-anywhere mt-3 text-muted">{children}</div> : null}
      {actions ? <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div> : null}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  level?: 1 | 2 | 3;
}

/** A failed load. An unreachable store is told apart from a store that failed, and from what is nobody's but the customer's. */
export function ErrorState({ error, onRetry, level = 2 }: ErrorStateProps) {
  const failure = error as { status?: number; code?: string; message?: string; requestId?: string } | undefined;
  const offline = failure?.status === 0;
  if (failure?.code === "shop_as_closed") {
    return (
      <EmptyState icon="attention" level={level} title="This is closed now">
        <p>{failure.message}</p>
      </EmptyState>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        icon="attention"
        level={level}
        title={offline ? "You seem to be offline" : "That did not work"}
        actions={onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
      >
        <p>
          {offline
            ? "The store cannot be reached. Check the connection; what is in your cart is kept."
            : "The store could not answer. Nothing was lost. Please try again in a moment."}
        </p>
        {failure?.requestId ? <p className="mt-2 text-xs">Reference {failure.requestId}</p> : null}
      </EmptyState>
    </div>
  );
}
