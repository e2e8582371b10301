// Short messages at the foot of the window, announced politely, gone after a while or when dismissed. They never lie over
// the mini-cart: beside it where there is room, else they wait until it is closed.
import clsx from "clsx";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { IconButton } from "./Button";
import { Icon } from "./Icon";

interface Message {
  id: number;
  text: string;
  tone: "info" | "good" | "danger";
  action: ToastAction | undefined;
}

/** One thing that can be done about a message, for example undo. */
export interface ToastAction {
  label: string;
  run: () => void;
}

/** Says something; what it answers takes the sentence away again. */
type Show = (text: string, tone?: Message["tone"], action?: ToastAction) => () => void;

const ToastContext = createContext<Show | undefined>(undefined);
const shownFor = 7000;
/** A way back must be reached in time, by the keyboard too. */
const offeredFor = 20_000;

interface ToastProviderProps {
  /** The mini-cart is open. */
  giveWay?: boolean;
  children: ReactNode;
}

export function ToastProvider({ giveWay = false, children }: ToastProviderProps) {
  const [messages, setMessages] = useState<Message[]>([]);
  const show = useCallback<Show>((text, tone = "info", action) => {
    const without = (before: Message[]) => before.filter((message) => message.text !== text);
    // The same sentence is not stacked; it is said anew.
    setMessages((before) => [...without(before).slice(-2), { id: (before.at(-1)?.id ?? 0) + 1, text, tone, action }]);
    return () => setMessages(without);
  }, []);
  const region = useRef<HTMLDivElement>(null);
  /** Where the focus was before it came to a message. */
  const before = useRef<EventTarget>(null);
  const remove = useCallback((id: number) => {
    // What is pressed goes: whoever pressed it goes on from where they were.
    const { current } = before;
    if (region.current?.contains(document.activeElement) && current instanceof HTMLElement) {
      current.focus({ preventScroll: true });
    }
    setMessages((before) => before.filter((message) => message.id !== id));
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div
        ref={region}
        role="status"
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        }}
        className={clsx(
          // On phones above the bar with the page's button.
          "pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col items-center gap-2 p-4 max-lg:bottom-26",
          // As wide as a drawer.
          giveWay && "right-112 max-lg:hidden",
        )}
      >
        {messages.map((message) => (
          <Toast key={message.id} message={message} waits={giveWay} onRemove={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

interface ToastProps {
  message: Message;
  /** Its time does not run meanwhile. */
  waits: boolean;
  onRemove: (id: number) => void;
}

function Toast({ message, waits, onRemove }: ToastProps) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || waits) return;
    const timer = setTimeout(() => onRemove(message.id), message.action ? offeredFor : shownFor);
    return () => clearTimeout(timer);
  }, [held, waits, message.id, message.action, onRemove]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the message longer
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-brand bg-ink py-1 pr-1 pl-4 text-surface shadow-xl"
    >
      <Icon
        name={message.tone === "danger" ? "attention" : message.tone === "good" ? "check" : "info"}
        className="size-5"
      />
      <p className="wrap-anywhere flex-1 py-2 text-sm">{message.text}</p>
      {message.action ? (
        <button
          type="button"
          className="min-h-11 shrink-0 rounded-brand-sm px-3 font-bold underline underline-offset-4"
          onClick={() => {
            message.action?.run();
            onRemove(message.id);
          }}
        >
          {message.action.label}
        </button>
      ) : null}
      <IconButton
        icon="close"
        label="Dismiss"
        onClick={() => onRemove(message.id)}
        className="text-surface hover:bg-white/15"
      />
    </div>
  );
}

export function useToast(): Show {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastProvider above it");
  return show;
}
