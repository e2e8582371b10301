// Every letter of a brand: whether it is sent, who switched it last, and how it reads. Another brand's are a choice away.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { Told } from "../../../ui/told";
import { send, sentenceOf } from "../../shared/client";
import { asking, type BrandLettersView, type BrandLetterView, to } from "../../shared/endpoints";
import { rereadStale, useDesk } from "../../shared/queries";
import { Button } from "../../ui/Button";
import { Choice } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Failed, Page, RowShapes, State } from "../../ui/Page";
import { LetterWindow } from "./LetterWindow";

const lettersUrl = to("/desk/api/letters");

export function LettersPage() {
  const { data, error, refetch } = useDesk(lettersUrl);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const brand = data?.find(({ site }) => site === search.get("site")) ?? data?.[0];
  return (
    <Page
      title="Letters"
      acts={
        data && brand && data.length > 1 ? (
          <Choice
            label="Brand"
            hideLabel
            choices={data.map(({ site, name }) => ({ code: site, name }))}
            value={brand.site}
            onChange={(event) => navigate(asking("/letters", { site: event.target.value }))}
            fieldClassName="w-44"
          />
        ) : null
      }
    >
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {brand ? <Letters key={brand.site} brand={brand} /> : error ? null : <RowShapes rows={20} />}
    </Page>
  );
}

function Letters({ brand }: { brand: BrandLettersView }) {
  const [opened, setOpened] = useState<BrandLetterView | undefined>();
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <Told className="mb-3 rounded-brand bg-danger-soft px-3 py-2 text-danger">{problem}</Told>
      <div className="-mx-4 overflow-x-auto md:-mx-6">
        <table className="desk-table desk-cards">
          <caption className="sr-only">Letters of {brand.name}</caption>
          <thead>
            <tr>
              <th scope="col" className="pl-4! md:pl-6!">
                Letter
              </th>
              <th scope="col" className="max-md:hidden">
                Goes to
              </th>
              <th scope="col">State</th>
              <th scope="col" className="max-lg:hidden">
                Switched
              </th>
              <th scope="col">
                <span className="sr-only">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {brand.letters.map((letter) => (
              <tr key={letter.kind} className="hover:bg-alt">
                <th
                  scope="row"
                  className="card-line max-w-80 whitespace-normal! py-1! pl-4! font-normal! text-ink! md:pl-6!"
                >
                  {letter.name}
                  {letter.stays ? <span className="block text-[12px] text-muted">{letter.stays}</span> : null}
                  <Switched letter={letter} className="block text-[12px] text-muted lg:hidden" />
                </th>
                <td className="whitespace-nowrap max-md:hidden">{letter.reader}</td>
                <td>
                  <State dot={letter.on ? "bg-dot-done" : "bg-dot-over"}>{letter.on ? "Sent" : "Off"}</State>
                </td>
                <td className="whitespace-nowrap max-lg:hidden">
                  <Switched letter={letter} />
                </td>
                <td className="py-0.5! text-right">
                  <span className="inline-flex flex-wrap justify-end gap-x-1">
                    <Button
                      tone="quiet"
                      aria-label={`Preview: ${letter.name}`}
                      onClick={() => setOpened(letter)}
                      className="px-2! max-md:w-24"
                    >
                      Preview
                    </Button>
                    <Switch brand={brand} letter={letter} onProblem={setProblem} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opened ? <LetterWindow brand={brand} letter={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}

/** Who switched it last, and when. */
function Switched({ letter, className }: { letter: BrandLetterView; className?: string }) {
  if (!letter.switchedAt) return null;
  return (
    <span className={className}>
      {letter.switchedBy}, <Moment at={letter.switchedAt} />
    </span>
  );
}

interface SwitchProps {
  brand: BrandLettersView;
  letter: BrandLetterView;
  onProblem: (problem: string | undefined) => void;
}

function Switch({ brand, letter, onProblem }: SwitchProps) {
  const client = useQueryClient();
  const say = useToast();
  const { kind, name, on, version } = letter;
  const made = useMutation({
    mutationFn: () => send("PUT", to("/desk/api/letters/{site}/{kind}", brand.site, kind), { version, on: !on }),
    onSuccess: (letters) => {
      client.setQueryData([lettersUrl], letters);
      onProblem(undefined);
      say(on ? `${brand.name} does not send it any more: ${name}.` : `${brand.name} sends it again: ${name}.`, "good");
    },
    onError: async (failure) => {
      await rereadStale(client, failure, lettersUrl);
      onProblem(sentenceOf(failure));
    },
  });
  // As wide as the other word: nothing moves when it is switched.
  if (!brand.switchable || letter.stays) return <span className="w-24 max-md:hidden" />;
  const act = on ? "Switch off" : "Switch on";
  return (
    <Button
      tone="quiet"
      pending={made.isPending}
      aria-label={`${act}: ${name}`}
      onClick={() => made.mutate()}
      className="w-24 px-2!"
    >
      {act}
    </Button>
  );
}
