// What somebody types, once they pause: nobody is asked with each letter.
import { useEffect, useState } from "react";

const pause = 150;

export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
