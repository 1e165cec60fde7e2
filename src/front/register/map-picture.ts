import type { PlanePoint } from '#domain/map/plane'
import { ATTRIBUTIONS, NOT_FOR_LEGAL_USE } from '#domain/place/attribution'
import { type Html, html, trusted } from '../html.ts'

/** One thing on the picture, or several close together. */
export interface Spot extends PlanePoint {
  count: number
  /** What it is called, or how many of what there are. */
  name: string
  /** The page of a single one, or where several are seen nearer. */
  to: string | null
  /** It stands where the thing is, not in the middle of its square or catchment. */
  isExact: boolean
}

/** Where the things of a list are: what a picture of them is drawn from. */
export interface Picture {
  /** The land, as a path of the plane; markup of our own. */
  land: string
  /** The outline of a site on it, as a path of the plane. */
  site?: string
  /** Which part of the country it is, in words; null where it is large enough to tell. */
  where: string | null
  /** Where all is shown, and where more around it; null where all is. */
  out: { all: string; further: string | null } | null
  /** What of the plane is shown: its upper left corner, how wide and how high it is. */
  box: PlanePoint & { width: number; height: number }
  spots: readonly Spot[]
  /** Authorities whose names are written. */
  names: readonly (PlanePoint & { name: string })[]
  /** How many are on it, and how many have no known place. */
  placed: number
  unplaced: number
}

/** So wide the picture is on a page, in pixels, from which the size of signs follows. */
export const PICTURE_WIDTH = 440

/** Rounds units of the plane so far that it is not seen where a pixel is so many of them. */
export const rounderOf = (pixel: number): ((value: number) => number) => {
  const tens = 10 ** Math.max(1, Math.ceil(1 - Math.log10(pixel)))
  return value => Math.round(value * tens) / tens
}

const spotOf = ({ x, y, count, name, to, isExact }: Spot, pixel: number): Html => {
  const round = rounderOf(pixel)
  const place = `translate(${round(x)} ${round(y)}) scale(${round(pixel)})`
  if (count > 1) {
    const drawn = html`<title>${name}</title>
      <circle class="spot-many" r="${Math.round(11 + 2.5 * Math.log10(count))}" />
      <text class="spot-count" dy="0.36em" text-anchor="middle">${count}</text>`
    return to === null
      ? html`<g class="spot" role="img" aria-label="${name}" transform="${place}">${drawn}</g>`
      : html`<a class="spot" href="${to}" aria-label="${name}: look nearer"
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

/** A picture of where the things of a list are, which needs no script; the list beside it says the same in words. */
export const mapPicture = (
  label: string,
  { land, site, where, out, box, names, spots, placed, unplaced }: Picture,
): Html => {
  const pixel = box.width / PICTURE_WIDTH
  const round = rounderOf(pixel)
  return html`<figure class="map-picture" id="map">
    <svg
      viewBox="${round(box.x)} ${round(box.y)} ${round(box.width)} ${round(box.height)}"
      role="${site === undefined ? 'group' : 'img'}"
      aria-label="${label}"
    >
      <path class="spot-land" aria-hidden="true" d="${trusted(land)}" />
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
      ${site && html`<path class="spot-site" d="${trusted(site)}" />`}
      ${spots.map(spot => spotOf(spot, pixel))}
    </svg>
    <figcaption class="small quiet measure">
      ${where}
      ${
        out &&
        html`<a href="${out.all}#map">Show all of them</a
          >${out.further && html` · <a href="${out.further}#map">Further away</a>`}.`
      }
      ${
        site === undefined &&
        `${placed} on the map${unplaced > 0 ? `, ${unplaced} without a known place` : ''}. A number stands for several close together; follow it to look nearer.`
      }
      ${
        spots.some(({ isExact }) => !isExact) &&
        'Hollow marks, and numbers, stand in the middle of a square or a catchment: exact places are told only where owners chose so.'
      }
      ${ATTRIBUTIONS.lpas} ${NOT_FOR_LEGAL_USE}
    </figcaption>
  </figure>`
}
