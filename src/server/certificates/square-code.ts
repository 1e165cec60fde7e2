import QRCode from 'qrcode'

/** A QR code of an address, as an SVG path in a square of `size`, with its text alternative. */
export interface QrCode {
  size: number
  path: string
  alt: string
}

/** The QR code of an address. */
export const createQrCode = (address: string): QrCode => {
  const { size, data } = QRCode.create(address, { errorCorrectionLevel: 'M' }).modules
  const squares = Array.from({ length: size * size }, (_, at) =>
    data[at] ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '',
  )
  return { size, path: squares.join(''), alt: `QR code that opens ${address}` }
}
