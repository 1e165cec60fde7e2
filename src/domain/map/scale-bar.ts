/** Scale bar of a map. */
export interface ScaleBar {
  pixels: number
  /** For example `200 m` or `1 km`. */
  label: string
}

/** Longest round distance (1, 2 or 5 times a power of ten metres) that fits into this many pixels. */
export const calculateScaleBar = (metresPerPixel: number, mostPixels: number): ScaleBar => {
  const most = metresPerPixel * mostPixels
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = power * ([5, 2, 1].find(steps => steps * power <= most) ?? 1)
  return { pixels: metres / metresPerPixel, label: metres < 1000 ? `${metres} m` : `${metres / 1000} km` }
}
