// The offer code: typed and applied, shown as a chip that can be taken off, locked beside a certificate's (cart §4).
import { checkCodeChange, readOfferCode } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../shared/failures";
import { Icon } from "../../../ui/Icon";
import { applyOfferCode, removeOfferCode, useCodes } from "./api";
import { CodeForm } from "./CodeForm";
import { FlyerGroup } from "./FlyerGroup";

export function OfferCodeBox() {
  const client = useQueryClient();
  const { data: codes } = useCodes();
  const [refusal, setRefusal] = useState("");
  const [removing, setRemoving] = useState(false);
  const [done, setDone] = useState("");
  const inUse = codes?.certFlyerCode ?? "";
  const shown = codes?.shownCode ?? "";

  // Once the certificate is gone there is nothing left to refuse.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the certificate's code is the trigger
  useEffect(() => setRefusal(""), [inUse]);

  async function remove(): Promise<void> {
    if (removing) return;
    const blocked = checkCodeChange("remove", inUse)?.message ?? "";
    setRefusal(blocked);
    if (blocked) return;
    setRemoving(true);
    try {
      await removeOfferCode(client);
      setDone("The offer code was removed.");
    } catch (failure) {
      setRefusal(sentenceOf(failure));
    } finally {
      setRemoving(false);
    }
  }

  return (
    <div>
      <CodeForm
        label="Offer code"
        check={(typed) => readOfferCode(typed).error?.message ?? ""}
        apply={async (typed) => {
          setRefusal("");
          setDone("");
          const applied = await applyOfferCode(client, typed);
          setDone(`Offer code ${applied.shownCode} is applied.`);
        }}
        locked={checkCodeChange("change", inUse)?.message ?? ""}
        refusal={refusal}
      >
        {shown ? (
          <p className="inline-flex w-fit max-w-full items-center gap-2 rounded-full bg-highlight py-0.5 pl-3 text-ink">
            <Icon name="tag" className="size-4" />
            <span className="truncate font-semibold">{shown}</span>
            <button
              type="button"
              aria-label={`Remove offer code ${shown}`}
              aria-busy={removing || undefined}
              onClick={() => void remove()}
              className="grid size-9 place-items-center rounded-full hover:bg-black/10 pointer-coarse:size-11"
            >
              <Icon name="close" className="size-4" />
            </button>
          </p>
        ) : null}
      </CodeForm>
      <p role="status" className="sr-only">
        {done}
      </p>
      {codes?.flyer ? <FlyerGroup flyer={codes.flyer} /> : null}
    </div>
  );
}
