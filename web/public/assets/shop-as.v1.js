// Keeps the banner true of who shops as a customer: the store says in words how long it lasts, and that it is over.
{
  const left = document.getElementById("shop-as-left");
  const ask = async () => {
    if (document.hidden) return;
    const answer = await fetch("/shop-as/left", { credentials: "same-origin" }).catch(() => undefined);
    // Over: the page is somebody else's now.
    if (answer?.status === 204) location.reload();
    else if (answer?.ok) left.textContent = await answer.text();
  };
  setInterval(ask, 20_000);
  document.addEventListener("visibilitychange", ask);
  addEventListener("pageshow", ask);
}
