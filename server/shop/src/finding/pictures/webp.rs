//! Pixels as WebP: the one place that knows the encoder.

use image::DynamicImage;
use webp::Encoder;

use super::Refused;

/// Where a shopper sees no difference to the original and a picture of a product is a fifth of its JPEG.
const QUALITY: f32 = 78.0;

/// A picture of 8 bits a channel, with or without alpha.
pub fn encode(picture: &DynamicImage) -> Result<Vec<u8>, Refused> {
    let (width, height) = (picture.width(), picture.height());
    let encoded = match picture {
        DynamicImage::ImageRgba8(pixels) => Encoder::from_rgba(pixels, width, height).encode_simple(false, QUALITY),
        DynamicImage::ImageRgb8(pixels) => Encoder::from_rgb(pixels, width, height).encode_simple(false, QUALITY),
        _ => return Err(Refused::OtherKind),
    };
    encoded.map(|memory| memory.to_vec()).map_err(|_| Refused::Broken)
}
