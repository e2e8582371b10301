// Letters and messages to other systems that did not go out: why, and what becomes of them.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { send, sentenceOf } from "../../shared/client";
import { asking, type JobView, jobsUrl, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { count } from "../../shared/words";
import { BrandMark } from "../../ui/BrandMark";
import { Button } from "../../ui/Button";
import { Choice } from "../../ui/Controls";
import { Email } from "../../ui/Email";
import { Moment } from "../../ui/Moment";
import { Failed, ListEnds, Nothing, Page, RowShapes } from "../../ui/Page";
import { ActForm, Window } from "../../ui/Window";

const states: Record<string, string> = { parked: "Given up", held: "Kept on purpose", waiting: "On their way" };
const teaching: Record<string, string> = {
  parked: "What went wrong too often waits here until somebody tries it again or drops it. Nothing is given up now.",
  held: "Letters to a mailbox that is full are kept here. There are none now.",
  waiting: "Everything has gone out.",
};

export function JobsPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state = search.get("state") ?? "parked";
  const after = search.get("after") ?? "";
  const url = asking(to("/desk/api/jobs"), { state, after });
  const { data, error, isPending, refetch } = useDesk(url, { keep: true });
  const [dropped, setDropped] = useState<JobView | undefined>();
  const act = useJobAct(url);
  const counted = (code: string) => data?.counts.find((row) => row.state === code)?.jobs;
  return (
    <Page title="Parked work" beside={<p className="text-muted">Letters and messages to other systems</p>}>
      <form aria-label="Filters" onSubmit={(event) => event.preventDefault()} className="mb-3">
        <Choice
          label="State"
          choices={Object.entries(states).map(([code, name]) => ({
            code,
            name: counted(code) === undefined ? name : `${name} (${counted(code)?.toLocaleString("en-US")})`,
          }))}
          value={state}
          onChange={(event) => navigate(asking("/jobs", { state: event.target.value }))}
          fieldClassName="w-56"
        />
      </form>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <RowShapes rows={8} /> : null}
      {data?.jobs.length === 0 ? <Nothing>{teaching[state] ?? ""}</Nothing> : null}
      {data && data.jobs.length > 0 ? (
        <>
          <Jobs
            jobs={data.jobs}
            acts={state !== "waiting"}
            onRetry={(job) => act.mutate({ job, again: true })}
            onDrop={setDropped}
          />
          <ListEnds next={data.next ? asking("/jobs", { state, after: data.next }) : undefined} />
        </>
      ) : null}
      {dropped ? (
        <Window open onClose={() => setDropped(undefined)} title="Drop it">
          <ActForm
            act="Drop it for good"
            danger
            pending={act.isPending}
            problem={act.error ? sentenceOf(act.error) : undefined}
            onAct={() => act.mutate({ job: dropped, again: false }, { onSuccess: () => setDropped(undefined) })}
            onClose={() => setDropped(undefined)}
          >
            <p>
              {dropped.kind.replaceAll("_", " ")} of {dropped.queue}: it is never sent.
            </p>
          </ActForm>
        </Window>
      ) : null}
    </Page>
  );
}

function useJobAct(url: string) {
  const client = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: ({ job, again }: { job: JobView; again: boolean }) =>
      again
        ? send("POST", to("/desk/api/jobs/{id}/retry", job.id))
        : send("POST", to("/desk/api/jobs/{id}/drop", job.id)),
    onSuccess: (_, { again }) => say(again ? "It is on its way again." : "It is dropped.", "good"),
    onError: (failure, { again }) => {
      if (again) say(sentenceOf(failure), "danger");
    },
    onSettled: () => Promise.all([url, jobsUrl].map((queryKey) => client.invalidateQueries({ queryKey: [queryKey] }))),
  });
}

interface JobsProps {
  jobs: readonly JobView[];
  acts: boolean;
  onRetry: (job: JobView) => void;
  onDrop: (job: JobView) => void;
}

function Jobs({ jobs, acts, onRetry, onDrop }: JobsProps) {
  return (
    <div className="-mx-4 overflow-x-auto md:-mx-6">
      <table className="desk-table desk-cards">
        <caption className="sr-only">What did not go out, the newest first</caption>
        <thead>
          <tr>
            {["What", "Since", "Tried", "Why"].map((name) => (
              <th key={name} scope="col" className="first:pl-4! md:first:pl-6!">
                {name}
              </th>
            ))}
            {acts ? (
              <th scope="col">
                <span className="sr-only">What can be done</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => {
            const kind = `${job.queue}: ${job.kind.replaceAll("_", " ")}`;
            const what = [kind, job.order?.number, job.to].filter(Boolean).join(", ");
            return (
              <tr key={job.id} className="hover:bg-alt">
                <td className="card-line pl-4! md:pl-6!">
                  <span className="flex items-center gap-2">
                    <BrandMark site={job.site} />
                    {kind}
                    {job.order ? (
                      <Link
                        to={`/orders/${job.order.id}`}
                        className="inline-flex min-h-6 items-center font-mono text-[12px] underline underline-offset-2 pointer-coarse:min-h-11"
                      >
                        {job.order.number}
                      </Link>
                    ) : null}
                  </span>
                  {job.to ? (
                    <span className="block break-words text-muted">
                      to <Email of={job.to} />
                    </span>
                  ) : null}
                </td>
                <td data-head="Since" className="whitespace-nowrap">
                  <Moment at={job.since} />
                </td>
                <td data-head="Tried" className="whitespace-nowrap">
                  {count(job.attempts, "time")}
                </td>
                <td className="card-line max-w-xl break-words text-muted">{job.reason}</td>
                {acts ? (
                  <td className="py-0.5! text-right">
                    <span className="inline-flex gap-1">
                      <Button
                        tone="quiet"
                        aria-label={`Try again: ${what}`}
                        onClick={() => onRetry(job)}
                        className="px-2!"
                      >
                        Try again
                      </Button>
                      <Button tone="quiet" aria-label={`Drop: ${what}`} onClick={() => onDrop(job)} className="px-2!">
                        Drop
                      </Button>
                    </span>
                  </td>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
