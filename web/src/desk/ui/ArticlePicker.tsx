// Articles by a fragment of sku, name or options, of one brand or of all that somebody sees.
import type { ReactNode } from "react";
import { asking, to } from "../shared/endpoints";
import { useDesk } from "../shared/queries";
import { useSettled } from "../shared/settled";
import { Picker } from "./Picker";

interface ArticlePickerProps {
  label: string;
  hint?: ReactNode;
  site?: string;
  typed: string;
  onType: (typed: string) => void;
  onPick: (sku: string) => void;
}

export function ArticlePicker({ site = "", typed, onPick, ...rest }: ArticlePickerProps) {
  const asked = useSettled(typed.trim());
  const found = useDesk(asking(to("/desk/api/articles"), { site, q: asked }), { enabled: asked.length > 1 });
  const answered = asked.length > 1 && asked === typed.trim() && found.data !== undefined;
  const choices = (answered ? found.data : []).map(({ sku, name, options, price, orderable }) => ({
    code: sku,
    name: [name, options].filter(Boolean).join(" · "),
    beside: orderable ? price : [price, "not to be had now"].filter(Boolean).join(", "),
  }));
  return (
    <Picker
      {...rest}
      typed={typed}
      choices={choices}
      searching={typed.trim().length > 1 && !answered && !found.error}
      onPick={({ code }) => onPick(code)}
    />
  );
}
