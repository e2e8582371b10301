// The one place that hands events to `window.dataLayer`.

export function pushEvent(event: Record<string, unknown> & { event: string }): void {
  const scope = window as Window & { dataLayer?: unknown[] };
  scope.dataLayer ??= [];
  scope.dataLayer.push(event);
}
