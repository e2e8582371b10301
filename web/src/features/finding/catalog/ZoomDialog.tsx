// A picture as large as the window, and twice that when pressed.
import type { ImageView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useState } from "react";
import { Dialog } from "../../../ui/Dialog";

interface ZoomDialogProps {
  image: ImageView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function ZoomDialog({ image, open, onOpenChange }: ZoomDialogProps) {
  const [closer, setCloser] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={image.alt}
      hideTitle
      className="h-[calc(100dvh-2rem)] max-w-[1100px] max-md:h-dvh max-md:max-h-none max-md:w-screen max-md:rounded-none!"
    >
      <button
        type="button"
        aria-pressed={closer}
        aria-label={closer ? "Show the whole picture" : "Show larger"}
        onClick={() => setCloser(!closer)}
        className={clsx("block bg-alt", closer ? "w-[200%] cursor-zoom-out" : "size-full cursor-zoom-in")}
      >
        <img
          sizes={image.srcset ? "100vw" : undefined}
          srcSet={image.srcset}
          src={image.href}
          alt={image.alt}
          width={image.width}
          height={image.height}
          className={clsx("w-full object-contain", closer ? "h-auto" : "h-full")}
        />
      </button>
    </Dialog>
  );
}
