import { useRef } from "react";

/**
 * Sends the focus back to a field whose text is wrong (cart §5), once for each text of each field: a second leaving is meant, so
 * nobody is held in a field, nor between two of them.
 */
export function useSentBack() {
  const sent = useRef<Record<string | number, string>>({});
  return (key: string | number, input: HTMLInputElement) => {
    if (sent.current[key] === input.value) return;
    sent.current[key] = input.value;
    requestAnimationFrame(() => input.focus());
  };
}
