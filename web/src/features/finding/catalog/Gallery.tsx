// A variant's pictures: the first is shown, at most 4 thumbnails (cart §9). Under 768 px choosing a
// thumbnail opens the zoom, which locks the page (cart §2).
import type { ImageView } from "@fieldhouse/rules";
import clsx from "clsx";
import { lazy, Suspense, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { Picture } from "./Picture";

const loadZoom = () => import("./ZoomDialog");
const ZoomDialog = __PAGE_RENDERER__ ? () => null : lazy(loadZoom);

export const mostThumbnails = 4;
const phone = "(width < 768px)";

export function Gallery({ images, fallback }: { images: readonly ImageView[]; fallback: ImageView }) {
  const [chosen, setChosen] = useState(0);
  const [zoom, setZoom] = useState({ wanted: false, open: false });
  const pictures = images.length > 0 ? images : [fallback];
  const main = pictures[chosen] ?? fallback;
  const openZoom = () => setZoom({ wanted: true, open: true });
  return (
    <div className="gap-3 md:grid md:grid-cols-[4.5rem_1fr] lg:grid-cols-1">
      <button
        type="button"
        onClick={openZoom}
        onPointerEnter={() => void loadZoom()}
        aria-label={`Zoom: ${main.alt}`}
        className="group relative block w-full cursor-zoom-in overflow-hidden rounded-brand-lg bg-alt md:col-start-2 lg:col-start-1"
      >
        <Picture
          image={main}
          alt=""
          eager
          sizes="(width < 1024px) 100vw, 640px"
          className="mx-auto aspect-square max-h-[75vh] w-full object-contain md:max-lg:max-h-[50vh]"
        />
        <span className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-surface/90 text-ink shadow">
          <Icon name="zoom" className="size-5" />
        </span>
      </button>
      {pictures.length > 1 ? (
        <ul className="flex gap-3 max-md:mt-3 md:col-start-1 md:row-start-1 md:flex-col lg:row-start-2 lg:flex-row">
          {pictures.slice(0, mostThumbnails).map((image, index) => (
            <li key={image.href} className="min-w-0">
              <button
                type="button"
                aria-label={image.alt}
                aria-current={index === chosen ? "true" : undefined}
                onClick={() => {
                  setChosen(index);
                  if (window.matchMedia(phone).matches) openZoom();
                }}
                className={clsx(
                  "block aspect-square w-18 max-w-full overflow-hidden rounded-brand border-2 bg-alt",
                  index === chosen ? "border-primary" : "border-transparent hover:border-control",
                )}
              >
                <Picture image={image} alt="" sizes="72px" className="size-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {zoom.wanted ? (
        <Suspense fallback={null}>
          <ZoomDialog image={main} open={zoom.open} onOpenChange={(open) => setZoom({ wanted: true, open })} />
        </Suspense>
      ) : null}
    </div>
  );
}
