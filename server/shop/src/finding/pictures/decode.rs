//! Bytes of a file as a picture, or why not. What a file is called means nothing; what stands in it decides. Pixels,
//! bytes and memory are limited before anything is unpacked.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, metadata::Orientation};

/// Bytes of a file.
pub const MOST_BYTES: u64 = 20 * 1024 * 1024;
/// Pixels along a side, and in all.
const LONGEST_SIDE: u32 = 12_000;
const MOST_PIXELS: u64 = 40_000_000;
/// What a decoder may take besides: four bytes a pixel and room to work.
const MOST_MEMORY: u64 = 320 * 1024 * 1024;

/// Why a picture is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Nothing there.
    #[error("the picture is not there")]
    NotThere,
    /// Could not be opened.
    #[error("the picture cannot be read: {0}")]
    Unreadable(String),
    /// More than 20 MB.
    #[error("the picture is larger than 20 MB")]
    TooLarge,
    /// Too many pixels.
    #[error("the picture has {0} × {1} pixels: at most 12,000 along a side and 40 million in all are taken")]
    TooManyPixels(u32, u32),
    /// SVG can hold scripts; text is no picture.
    #[error("the file is no JPEG, PNG, GIF or WebP picture, whatever its name says")]
    OtherKind,
    /// Cut off or damaged.
    #[error("the picture is damaged or cut off")]
    Broken,
    /// A decoder that does not come to an end.
    #[error("the picture takes too long to read")]
    TooSlow,
}

fn open(bytes: &[u8]) -> Result<(impl ImageDecoder + '_, ImageFormat), Refused> {
    let format = image::guess_format(bytes).map_err(|_| Refused::OtherKind)?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::Gif | ImageFormat::WebP) {
        return Err(Refused::OtherKind);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|error| match error {
        ImageError::Limits(_) => Refused::TooManyPixels(LONGEST_SIDE, LONGEST_SIDE),
        _ => Refused::Broken,
    })?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width).saturating_mul(u64::from(height));
    if width > LONGEST_SIDE || height > LONGEST_SIDE || pixels > MOST_PIXELS {
        return Err(Refused::TooManyPixels(width, height));
    }
    if pixels == 0 {
        return Err(Refused::Broken);
    }
    Ok((decoder, format))
}

/// Width and height as it is shown: cameras turn pictures by a note.
pub fn size(bytes: &[u8]) -> Result<(u32, u32), Refused> {
    let (mut decoder, _) = open(bytes)?;
    let (width, height) = decoder.dimensions();
    let turned = match decoder.orientation().unwrap_or(Orientation::NoTransforms) {
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH => {
            true
        }
        Orientation::NoTransforms
        | Orientation::Rotate180
        | Orientation::FlipHorizontal
        | Orientation::FlipVertical => false,
    };
    Ok(if turned { (height, width) } else { (width, height) })
}

/// The picture, upright; of one that moves the first frame.
pub fn read(bytes: &[u8]) -> Result<DynamicImage, Refused> {
    let (mut decoder, format) = open(bytes)?;
    if format == ImageFormat::Jpeg && !has_jpeg_end(bytes) {
        return Err(Refused::Broken);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| Refused::Broken)?;
    picture.apply_orientation(orientation);
    let alpha = picture.color().has_alpha();
    Ok(if alpha { picture.into_rgba8().into() } else { picture.into_rgb8().into() })
}

/// The decoder fills up what is missing of a JPEG that was cut off; its end mark tells. Cameras write a little behind it.
fn has_jpeg_end(bytes: &[u8]) -> bool {
    let end = bytes.get(bytes.len().saturating_sub(4096)..).unwrap_or_default();
    end.windows(2).any(|pair| pair == [0xff, 0xd9])
}
