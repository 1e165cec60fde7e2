import type { MapPicture } from '#front/register/map-picture'
import type { Colour } from '#domain/values/colours'
import type PDFDocument from 'pdfkit'
import { createTextWriter } from './pen.ts'

type Doc = InstanceType<typeof PDFDocument>

/** A map on paper under its heading: the picture of the web page, and what it shows in words for screen readers. */
export interface PaperMap {
  heading: string
  picture: MapPicture
  alt: string
}

/** The rectangle of the page that a map fills, in points. */
interface Frame {
  left: number
  top: number
  width: number
  height: number
}

const WATER = '#e9eef0'
const LAND = '#fbf9f3'
const BORDER = '#c4bcac'
const QUIET = '#55605a'
const WHITE = '#ffffff'
/** Side of the inset, as a fraction of the height of the map, and its distance from the corner in points. */
const INSET = 0.45
const INSET_MARGIN = 6

/** Draws a map as vector paths, with the marks and colours of the web page, into the current page of a PDF. */
export const drawLandMap = (doc: Doc, picture: MapPicture, accent: Colour, frame: Frame): void => {
  const { left, top, width, height } = frame
  const { box, land, names, spots, site, inset } = picture
  // The map is centred: what does not fit the frame's shape is water on both sides.
  const scale = Math.min(width / box.width, height / box.height)
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const place = ({ x, y }: { x: number; y: number }) => ({
    x: left + width / 2 + (x - middle.x) * scale,
    y: top + height / 2 + (y - middle.y) * scale,
  })
  doc.save()
  doc.rect(left, top, width, height).clip()
  doc.rect(left, top, width, height).fill(WATER)
  const zero = place({ x: 0, y: 0 })
  doc.save().translate(zero.x, zero.y)
  doc.save().scale(scale * land.unit)
  doc
    .lineWidth(0.5 / (scale * land.unit))
    .path(land.path)
    .fillAndStroke(LAND, BORDER)
  doc.restore()
  if (site !== undefined) drawSite(doc, site, accent, scale)
  doc.restore()
  const quiet = createTextWriter(doc, 7, 400, QUIET)
  for (const { name, ...point } of names) {
    const { x, y } = place(point)
    quiet.write([name], x - quiet.widthOf(name) / 2, y - 4)
  }
  for (const { count, isExact, ...point } of spots) {
    const { x, y } = place(point)
    if (count === 1)
      doc
        .circle(x, y, 4)
        .lineWidth(1.25)
        .fillAndStroke(isExact ? accent : WHITE, isExact ? WHITE : accent)
    else {
      const text = createTextWriter(doc, 8, 600)
      doc.circle(x, y, 8).lineWidth(1.5).fillAndStroke(WHITE, accent)
      text.write([String(count)], x - text.widthOf(String(count)) / 2, y - 5.5)
    }
  }
  if (inset) drawInset(doc, inset, accent, frame)
  doc.restore()
  doc.rect(left, top, width, height).lineWidth(0.5).stroke(BORDER)
}

const drawSite = (doc: Doc, path: string, accent: Colour, scale: number): void => {
  doc.save().scale(scale)
  doc
    .lineWidth(1.25 / scale)
    .fillOpacity(0.2)
    .path(path)
    .fillAndStroke(accent, accent)
  doc.restore()
}

const drawInset = (
  doc: Doc,
  { site, box }: NonNullable<MapPicture['inset']>,
  accent: Colour,
  { left, top, width, height }: Frame,
): void => {
  const side = INSET * height
  const [x, y] = [left + width - side - INSET_MARGIN, top + height - side - INSET_MARGIN]
  doc.rect(x, y, side, side).lineWidth(1).fillAndStroke(WHITE, BORDER)
  const scale = side / box.width
  doc.save().translate(x - box.x * scale, y - box.y * scale)
  drawSite(doc, site, accent, scale)
  doc.restore()
}
