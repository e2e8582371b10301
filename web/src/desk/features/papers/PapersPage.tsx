// What stands on a brand's documents: the facts of the head, the columns of the table and their order, the words below them.
// What was changed is looked at as PDF before it is kept; another brand and another kind are a choice away.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../shared/client";
import { useNavigate, useSearchParams } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { Told } from "../../../ui/told";
import { send, sentenceOf, take } from "../../shared/client";
import {
  asking,
  type BrandPapersView,
  type PaperKindView,
  type PapersWords,
  type PaperTemplatesView,
  type PaperWords,
  to,
} from "../../shared/endpoints";
import { rereadStale, useDesk } from "../../shared/queries";
import { useUnsaved } from "../../shared/unsaved";
import { Button } from "../../ui/Button";
import { Choice, TextArea } from "../../ui/Controls";
import { Failed, Page, RowShapes } from "../../ui/Page";
import { PartList } from "./PartList";

const papersUrl = to("/desk/api/paper-templates");

export function PapersPage() {
  const { data, error, refetch } = useDesk(papersUrl);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const brand = data?.brands.find(({ site }) => site === search.get("site")) ?? data?.brands[0];
  const kind = data?.kinds.find((one) => one.kind === search.get("kind")) ?? data?.kinds[0];
  return (
    <Page
      title="Documents"
      acts={
        data && brand && data.brands.length > 1 ? (
          <Choice
            label="Brand"
            hideLabel
            choices={data.brands.map(({ site, name }) => ({ code: site, name }))}
            value={brand.site}
            onChange={(event) => navigate(asking("/documents", { site: event.target.value, kind: kind?.kind ?? "" }))}
            fieldClassName="w-44"
          />
        ) : null
      }
    >
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data && brand && kind ? (
        <Papers key={brand.site} view={data} brand={brand} kind={kind} />
      ) : error ? null : (
        <RowShapes rows={12} />
      )}
    </Page>
  );
}

interface PapersProps {
  view: PaperTemplatesView;
  brand: BrandPapersView;
  kind: PaperKindView;
}

function Papers({ view, brand, kind }: PapersProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const [draft, setDraft] = useState<PapersWords>();
  // Another kind of the same brand is part of the same draft.
  useUnsaved(draft !== undefined, (address) => {
    const { pathname, searchParams } = new URL(address, location.origin);
    return pathname === "/documents" && (searchParams.get("site") ?? view.brands[0]?.site) === brand.site;
  });
  const papers = draft ?? brand.papers;
  const words = papers[kind.field];
  const kept = useMutation({
    mutationFn: () =>
      send("PUT", to("/desk/api/paper-templates/{site}", brand.site), { version: brand.version, papers }),
    onSuccess: (next) => {
      client.setQueryData([papersUrl], next);
      setDraft(undefined);
      say(`Documents of ${brand.name} are printed like this from now on.`, "good");
    },
    onError: (failure) => rereadStale(client, failure, papersUrl),
  });
  const looked = useMutation({
    mutationFn: () =>
      take(to("/desk/api/paper-templates/{site}/preview", brand.site), `${kind.kind}.pdf`, { kind: kind.kind, papers }),
  });
  const failure = looked.error ?? kept.error;
  const errors = failure instanceof ApiError ? failure.errors : [];
  const wrong = (path: string) => errors.find(({ field }) => `${field}.`.startsWith(`papers.${path}.`))?.message;
  const change = (next: Partial<PapersWords>) => {
    kept.reset();
    looked.reset();
    setDraft({ ...papers, ...next });
  };
  const changeWords = (next: Partial<PaperWords>) => change({ [kind.field]: { ...words, ...next } });
  const lines = (text: string) => (text === "" ? [] : text.split("\n"));
  const isUsual = Object.values(words).every((value) => value === undefined || value === null);
  return (
    <div className="grid max-w-5xl gap-4">
      <Told className="rounded-brand bg-danger-soft px-3 py-2 text-danger">
        {failure ? sentenceOf(failure) : undefined}
      </Told>
      {view.elsewhere ? <p className="text-muted">Documents are changed in the content service.</p> : null}
      <div className="flex flex-wrap items-end gap-2">
        <Choice
          label="Document"
          choices={view.kinds.map((one) => ({ code: one.kind, name: one.label }))}
          value={kind.kind}
          onChange={(event) => navigate(asking("/documents", { site: brand.site, kind: event.target.value }))}
          fieldClassName="w-56"
        />
        <Button pending={looked.isPending} onClick={() => looked.mutate()}>
          Preview (PDF)
        </Button>
        {brand.changeable && !isUsual ? (
          <Button tone="quiet" onClick={() => change({ [kind.field]: {} })}>
            As the store has it
          </Button>
        ) : null}
      </div>
      <fieldset disabled={!brand.changeable} className="grid gap-4 md:grid-cols-2">
        <PartList
          title="Facts in the head"
          parts={kind.facts}
          keys={words.facts}
          error={wrong(`${kind.field}.facts`)}
          onChange={(facts) => changeWords({ facts })}
        />
        <PartList
          title="Columns, from left to right"
          parts={kind.columns}
          keys={words.columns}
          error={wrong(`${kind.field}.columns`)}
          onChange={(columns) => changeWords({ columns })}
        />
        <TextArea
          label="Terms"
          rows={4}
          value={words.terms ?? kind.terms}
          error={wrong(`${kind.field}.terms`)}
          onChange={(event) => changeWords({ terms: event.target.value })}
        />
        <TextArea
          label="Closing words"
          rows={4}
          value={words.footer ?? kind.footer}
          error={wrong(`${kind.field}.footer`)}
          onChange={(event) => changeWords({ footer: event.target.value })}
        />
        <TextArea
          label="Address, on all documents"
          rows={4}
          value={papers.address.join("\n")}
          error={wrong("address")}
          onChange={(event) => change({ address: lines(event.target.value) })}
        />
        <TextArea
          label="Remit to, on invoices"
          rows={4}
          value={papers.remitTo.join("\n")}
          error={wrong("remitTo")}
          onChange={(event) => change({ remitTo: lines(event.target.value) })}
        />
      </fieldset>
      {brand.changeable ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button tone="action" disabled={!draft} pending={kept.isPending} onClick={() => kept.mutate()}>
            Keep for {brand.name}
          </Button>
          {draft ? (
            <Button
              tone="quiet"
              onClick={() => {
                kept.reset();
                looked.reset();
                setDraft(undefined);
              }}
            >
              Undo
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
