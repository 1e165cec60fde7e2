import QRCode from 'qrcode'

/** A square code that leads to an address, as a path in a square of `size`, with what is said of it where it is not seen. */
export interface SquareCode {
  size: number
  path: string
  alt: string
}

/** The square code (QR) of an address. */
export const squareCode = (address: string): SquareCode => {
  const { size, data } = QRCode.create(address, { errorCorrectionLevel: 'M' }).modules
  const squares = Array.from({ length: size * size }, (_, at) =>
    data[at] ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '',
  )
  return { size, path: squares.join(''), alt: `Square code that leads to ${address}` }
}
