// Business units by a fragment of key or name, of one brand or of all that somebody sees.
import { asking, to } from "../shared/endpoints";
import { useDesk } from "../shared/queries";
import { brandName } from "../shared/session";
import { useSettled } from "../shared/settled";
import { Picker } from "./Picker";

interface UnitPickerProps {
  label: string;
  site?: string;
  fieldClassName?: string;
  typed: string;
  onType: (typed: string) => void;
  onPick: (unit: { key: string; site: string }) => void;
}

export function UnitPicker({ site = "", typed, onPick, ...rest }: UnitPickerProps) {
  const asked = useSettled(typed.trim());
  const found = useDesk(asking(to("/desk/api/units"), { site, q: asked }), { enabled: asked.length > 1 });
  const answered = asked.length > 1 && asked === typed.trim() && found.data !== undefined;
  const units = answered ? found.data : [];
  return (
    <Picker
      {...rest}
      placeholder="Any fragment"
      takesFirst
      typed={typed}
      choices={units.map((unit) => ({ code: unit.key, name: unit.name, beside: brandName(unit.site) }))}
      searching={typed.trim().length > 1 && !answered && !found.error}
      onPick={({ code, beside }) => {
        const unit = units.find(({ key, site: of }) => key === code && brandName(of) === beside);
        if (unit) onPick(unit);
      }}
    />
  );
}
