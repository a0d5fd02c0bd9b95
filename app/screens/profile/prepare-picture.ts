/** Width and height of an uploaded picture, in pixels: enough for the largest place where it is shown. */
const side = 384;

/**
 * Crops the middle of a photograph to a small square before it is sent (USR-02). This removes the location and all other
 * metadata that cameras write into a file. A file that the browser cannot read is sent unchanged, and the server reports
 * what is wrong with it.
 */
export async function preparePicture(file: File): Promise<File> {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return file;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return file;
  // Transparent parts would be black in a JPEG.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, side, side);
  const size = Math.min(image.width, image.height);
  const left = (image.width - size) / 2;
  const top = (image.height - size) / 2;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, size, size, 0, 0, side, side);
  image.close();
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  return small ? new File([small], 'picture.jpg', { type: 'image/jpeg' }) : file;
}
