import type { PlanePoint } from '#domain/map/plane'
import { BOUNDARY_ATTRIBUTIONS, MAP_DISCLAIMER } from '#domain/place/attribution'
import { type Html, html, trustedHtml } from '../html.ts'
import { PLACE_MAP_MESSAGES } from './messages.ts'

/** Planning authorities on the plane of maps. */
export interface AuthoritiesMap {
  box: PlanePoint & { width: number; height: number }
  areas: readonly {
    name: string
    /** SVG path on the plane, as trusted. */
    path: string
    /** Middle of its box, and the width of the box. */
    middle: PlanePoint
    width: number
  }[]
}

/** Address of the map, which a page loads when its reader opens it. */
export const PLACE_MAP_FILE = '/desk/places.svg'

/** The map as a file: outlines with the names of the authorities, and a mark that the script moves. */
export const placeMapFile = ({ box, areas }: AuthoritiesMap): string =>
  html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="${box.x} ${box.y} ${box.width} ${box.height}"
    role="img"
    aria-label="${PLACE_MAP_MESSAGES.label}"
  >
    ${areas.map(({ name, path }) => html`<path class="spot-land" data-name="${name}" d="${trustedHtml(path)}" />`)}
    ${areas.map(
      ({ name, middle, width }) =>
        html`<text
          class="spot-name"
          data-x="${middle.x.toFixed(1)}"
          data-y="${middle.y.toFixed(1)}"
          data-width="${width.toFixed(1)}"
          >${name}</text
        >`,
    )}
    <g class="place-mark">
      <circle r="9" />
      <circle r="2" />
    </g>
  </svg>`.markup

/** A map under the question for a place: a click on it answers the question. Without scripts it says how to answer. */
export const placeMap = (field: string): Html =>
  html`<details class="place-map" data-place-map="${PLACE_MAP_FILE}" data-field="${field}">
    <summary>${PLACE_MAP_MESSAGES.open}</summary>
    <p class="small quiet" role="status" data-place-status>${PLACE_MAP_MESSAGES.withoutScripts}</p>
    <div class="place-map-picture"></div>
    <p class="place-map-acts" hidden>
      <button class="button button-plain" type="button" data-zoom="in">${PLACE_MAP_MESSAGES.zoomIn}</button>
      <button class="button button-plain" type="button" data-zoom="out">${PLACE_MAP_MESSAGES.zoomOut}</button>
    </p>
    <p class="small quiet">${BOUNDARY_ATTRIBUTIONS.lpas} ${MAP_DISCLAIMER}</p>
  </details>`
