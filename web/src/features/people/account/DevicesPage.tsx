// Signed-in devices: which ones, since when and last seen; one or all others can be signed out.
import type { DeviceView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { AccountPage, AccountShape } from "../../../shared/account-page";
import { apiUrls } from "../../../shared/endpoints";
import { sentenceOf } from "../../../shared/failures";
import { useApi } from "../../../shared/queries";
import { Button } from "../../../ui/Button";
import { ErrorState } from "../../../ui/States";
import { Banner } from "./AuthCard";
import { signOut, signOutDevice, signOutOtherDevices } from "./api";
import { ShoppedForYou } from "./ShoppedForYou";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

export function DevicesPage() {
  const { data, error, refetch } = useApi(apiUrls.devices, { staleTime: 0 });
  return (
    <AccountPage title="Signed-in Devices">
      {data ? (
        <>
          <Devices devices={data.devices} />
          <ShoppedForYou />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <AccountShape />
      )}
    </AccountPage>
  );
}

function Devices({ devices }: { devices: DeviceView[] }) {
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [refusal, setRefusal] = useState("");
  const others = devices.filter((device) => !device.current);

  async function act(change: Promise<void>, done: string): Promise<void> {
    setBusy(true);
    setSaid("");
    setRefusal("");
    try {
      await change;
      setSaid(done);
      // The button that was pressed is gone with its device.
      list.current?.focus();
    } catch (failure) {
      setRefusal(sentenceOf(failure));
    }
    setBusy(false);
  }

  return (
    <>
      <p className="mt-2 max-w-2xl text-muted">
        These devices are signed in to your account. Sign out what you do not know, and change your password then.
      </p>
      <div role="status" className="mt-4 font-medium empty:hidden">
        {said}
      </div>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Signed-in devices"
        className="mt-4 max-w-2xl divide-y divide-line border-line border-y"
      >
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-3 py-4">
            <div>
              <p className="font-semibold">
                {device.name}
                {device.current ? (
                  <span className="ml-2 rounded-full bg-alt px-2 py-0.5 font-normal text-sm">This device</span>
                ) : null}
              </p>
              <p className="text-muted text-sm">
                Signed in {moment.format(new Date(device.signedInAt))}
                {device.network ? ` from network ${device.network}` : ""}, last seen{" "}
                {day.format(new Date(device.seenAt))}
              </p>
            </div>
            <Button
              tone="outline"
              size="small"
              pending={busy}
              onClick={() =>
                void (device.current
                  ? signOut()
                  : act(signOutDevice(client, device.id), `${device.name} was signed out.`))
              }
            >
              Sign out
              <span className="sr-only"> {device.current ? "this device" : device.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <Button
          className="mt-6"
          pending={busy}
          onClick={() => void act(signOutOtherDevices(client), "All other devices were signed out.")}
        >
          Sign out all other devices
        </Button>
      ) : null}
    </>
  );
}
