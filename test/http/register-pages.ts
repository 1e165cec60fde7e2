import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { quantityOf, unitsOf } from '#domain/units'
import { rowsOfWorkbook } from '#server/files/workbook'
import type { World } from '../builders/world.ts'

/** A page of the public zone as a stranger is sent it: without a cookie, and for everybody to keep. */
export const pageOf = async (market: World, path: string): Promise<string> => {
  const { status, body, headers } = await market.stranger.send(path)
  expect([path, status]).toEqual([path, 200])
  expect([headers.get('content-type'), headers.get('set-cookie')]).toEqual(['text/html; charset=utf-8', null])
  expect(headers.get('cache-control')).toMatch(/^public, /)
  return String(body)
}

/** What a page says, without its markup. */
export const text = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')

/** The cells of the table that bears a label, row by row. */
export const rowsIn = (html: string, label: string): string[][] => {
  const [, region = ''] = html.split(`aria-label="${label}`)
  const [table = ''] = region.split('</table>')
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => text(cell).trim()),
  )
}

/** A figure as a page shows it. */
export const amount = (cell: string | undefined): number => Number((cell ?? '').replaceAll(',', ''))
/** Quantities added up in ten-thousandths. */
export const sum = (amounts: readonly number[]): number =>
  quantityOf(amounts.reduce((all, one) => all + unitsOf(one), 0))

const READERS = {
  csv: (bytes: Buffer): Record<string, unknown>[] => parse(bytes, { bom: true, columns: true }),
  xlsx: (bytes: Buffer): Record<string, unknown>[] => {
    const [headings, ...rows] = rowsOfWorkbook(bytes, { rows: 10_000, columns: 100 }) as { cells: string[] }[]
    return rows.map(({ cells }) =>
      Object.fromEntries(headings!.cells.map((name, at) => [name, cells[at] ?? ''])),
    )
  },
  geojson: (bytes: Buffer): Record<string, unknown>[] => {
    const { type, features } = JSON.parse(bytes.toString()) as {
      type: string
      features: { type: string; geometry: { type: string } | null; properties: Record<string, unknown> }[]
    }
    expect(type).toBe('FeatureCollection')
    expect(features.every(one => one.type === 'Feature')).toBe(true)
    // A thing has a shape where its point may be told, and none where only its areas are.
    expect(features.filter(one => one.geometry !== null).length).toBe(
      features.filter(one => typeof one.properties.Latitude === 'number').length,
    )
    return features.map(({ properties }) => properties)
  },
}

export const FORMATS = ['csv', 'xlsx', 'geojson'] as const
export type DownloadAsked = [of: string, query: string, format: (typeof FORMATS)[number]]

/** A download of the register as rows by heading, whatever its format. */
export const downloadOf = async (market: World, ...[of, query, format]: DownloadAsked) => {
  const answer = await fetch(`${market.url}/api/public/registry/${of}/download?format=${format}${query}`)
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
  return READERS[format](Buffer.from(await answer.arrayBuffer()))
}
