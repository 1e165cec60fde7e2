/** The bar that tells how long a distance is on a map. */
export interface ScaleBar {
  pixels: number
  /** Such as `200 m` or `1 km`. */
  label: string
}

/** The longest round distance (1, 2 or 5 of a power of ten metres) that takes no more than so many pixels. */
export const scaleBar = (metresPerPixel: number, mostPixels: number): ScaleBar => {
  const most = metresPerPixel * mostPixels
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = power * ([5, 2, 1].find(steps => steps * power <= most) ?? 1)
  return { pixels: metres / metresPerPixel, label: metres < 1000 ? `${metres} m` : `${metres / 1000} km` }
}
