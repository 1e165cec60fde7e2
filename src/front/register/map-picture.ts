import type { PlanePoint } from '#domain/map/plane'
import { BOUNDARY_ATTRIBUTIONS, MAP_DISCLAIMER } from '#domain/place/attribution'
import { type Html, html, type HtmlPart, trustedHtml } from '../html.ts'

/** Mark on the map: one record, or several close together. */
export interface MapMark extends PlanePoint {
  count: number
  /** Name of the record, or the number of records by kind. */
  name: string
  /** Page of a single record, or a closer view of several. */
  to: string | null
  /** The position is exact, not the centre of a grid square or catchment. */
  isExact: boolean
}

/** A part of the plane: its upper left corner, width and height. */
export type MapBox = PlanePoint & { width: number; height: number }

/** Data of a list's map. */
export interface MapPicture {
  /** Outline of the land as an SVG path in whole units of so much of the plane; trusted markup, so it is not escaped. */
  land: { path: string; unit: number }
  /** Boundary of a site as an SVG path in map coordinates, as trusted. */
  site?: string
  /** Outline of the only site on the map with the box around it, drawn large in a corner; trusted markup, as `site`. */
  inset?: { site: string; box: MapBox; across: string }
  /** Name of the part of the country, as text; null if the view is large enough to recognise. */
  where: string | null
  /** Links to the view of everything and to a wider view; null if everything is in view. */
  out: { all: string; further: string | null } | null
  /** Visible part of the plane: its upper left corner, width and height. */
  box: MapBox
  spots: readonly MapMark[]
  /** Authorities whose names are shown. */
  names: readonly (PlanePoint & { name: string })[]
  /** Numbers of records on the map and without a known place. */
  placed: number
  unplaced: number
}

/** Width of the map on a page, in pixels, from which the size of its signs follows. */
export const MAP_WIDTH_PX = 440

/** Returns a function that rounds units of the plane without visible loss, for a pixel of the given size. */
export const coordinateRounder = (pixel: number): ((value: number) => number) => {
  const tens = 10 ** Math.max(1, Math.ceil(1 - Math.log10(pixel)))
  return value => Math.round(value * tens) / tens
}

const spotOf = ({ x, y, count, name, to, isExact }: MapMark, pixel: number): Html => {
  const round = coordinateRounder(pixel)
  const place = `translate(${round(x)} ${round(y)}) scale(${round(pixel)})`
  if (count > 1) {
    const drawn = html`<title>${name}</title>
      <circle class="spot-many" r="${Math.round(11 + 2.5 * Math.log10(count))}" />
      <text class="spot-count" dy="0.36em" text-anchor="middle">${count}</text>`
    return to === null
      ? html`<g class="spot" role="img" aria-label="${name}" transform="${place}">${drawn}</g>`
      : html`<a class="spot" href="${to}" aria-label="${name}: zoom in"
          ><g transform="${place}">${drawn}</g></a
        >`
  }
  return html`<a class="spot" href="${to ?? ''}" aria-label="${name}"
    ><g transform="${place}">
      <title>${name}</title>
      <circle class="spot-reach" r="14" />
      <circle class="${isExact ? 'spot-one' : 'spot-one spot-near'}" r="7" /></g
  ></a>`
}

/** Side of an inset, as a fraction of the map's height, and its distance from the corner. */
const INSET = 0.45
const INSET_MARGIN = 0.03

const insetOf = ({ site, box: its }: NonNullable<MapPicture['inset']>, box: MapBox): Html => {
  const side = INSET * box.height
  const margin = INSET_MARGIN * box.height
  const round = coordinateRounder(box.width / MAP_WIDTH_PX)
  const [x, y] = [round(box.x + box.width - side - margin), round(box.y + box.height - side - margin)]
  return html`<svg
    class="map-inset"
    aria-hidden="true"
    x="${x}"
    y="${y}"
    width="${round(side)}"
    height="${round(side)}"
    viewBox="${its.x} ${its.y} ${its.width} ${its.height}"
  >
    <rect x="${its.x}" y="${its.y}" width="${its.width}" height="${its.height}" />
    <path class="spot-site" d="${trustedHtml(site)}" />
  </svg>`
}

/** Explains the marks of a list. */
const listNote = ({ site, placed, unplaced }: MapPicture): HtmlPart =>
  site === undefined &&
  `${unplaced > 0 ? `${placed} on the map, ${unplaced} without a known place.` : `${placed} on the map.`} A number means that several are close together. Select it to zoom in.`

/**
 * Map of records that needs no script; a list next to it says the same in words. `note` says what the marks are; without it, they
 * are those of the list.
 */
export const mapPicture = (label: string, picture: MapPicture, note = listNote(picture)): Html => {
  const { land, site, inset, where, out, box, names, spots } = picture
  const pixel = box.width / MAP_WIDTH_PX
  const round = coordinateRounder(pixel)
  return html`<figure class="map-picture" id="map">
    <svg
      viewBox="${round(box.x)} ${round(box.y)} ${round(box.width)} ${round(box.height)}"
      role="${site === undefined ? 'group' : 'img'}"
      aria-label="${label}"
    >
      <path
        class="spot-land"
        aria-hidden="true"
        transform="scale(${land.unit})"
        d="${trustedHtml(land.path)}"
      />
      <g aria-hidden="true">
        ${names.map(
          ({ name, x, y }) =>
            html`<text
              class="spot-name"
              text-anchor="middle"
              transform="translate(${round(x)} ${round(y)}) scale(${round(pixel)})"
              >${name}</text
            >`,
        )}
      </g>
      ${site && html`<path class="spot-site" d="${trustedHtml(site)}" />`}
      ${spots.map(spot => spotOf(spot, pixel))} ${inset && insetOf(inset, box)}
    </svg>
    <figcaption class="small quiet measure">
      ${where}
      ${
        out &&
        html`<a href="${out.all}#map">Show the whole map</a
          >${out.further && html` · <a href="${out.further}#map">Zoom out</a>`}.`
      }
      ${note}
      ${
        spots.some(({ isExact }) => !isExact) &&
        'Hollow marks and numbers are in the middle of a square or a catchment. We show an exact place only if the owner has chosen to.'
      }
      ${BOUNDARY_ATTRIBUTIONS.lpas} ${MAP_DISCLAIMER}
    </figcaption>
  </figure>`
}
