// The chat widget of the service a brand talks through (shell §1): one script, begun with the brand's
// application id. Nothing of it is fetched unless it is configured, and then only once.
import type { ChatView } from "@fieldhouse/rules";

/** What the service's script leaves in the window. */
interface ChatWidget {
  init(options: { appId: string }): unknown;
  show(): unknown;
}

let loading: Promise<ChatWidget> | undefined;

/** The widget, begun; the same one whenever it is asked for. A script that fails is asked for again. */
export function loadChat(chat: ChatView): Promise<ChatWidget> {
  loading ??= begin(chat).catch((failure: unknown) => {
    loading = undefined;
    throw failure;
  });
  return loading;
}

async function begin({ script, object, applicationId }: ChatView): Promise<ChatWidget> {
  await new Promise<void>((resolve, reject) => {
    const element = document.createElement("script");
    element.src = script;
    element.async = true;
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(new Error("the chat's script cannot be loaded"));
    };
    document.head.append(element);
  });
  const widget = (window as unknown as Record<string, ChatWidget | undefined>)[object];
  if (typeof widget?.init !== "function") throw new Error("the chat's script left no widget");
  await widget.init({ appId: applicationId });
  return widget;
}
