import { ArrowDownIcon, ArrowUpIcon, PlusIcon, XIcon } from '../icons/icons.tsx'
import { useEffect, useRef, useState } from 'react'
import { parseLatLong } from '#domain/place/lat-long'
import { parseCorner, MAX_TYPED_CORNERS, formatCorner } from '#domain/land/site-corners'
import { CornersDrawing } from './corners-drawing.tsx'
import type { FieldProps } from './field-props.ts'
import { cornerMovedText, cornerRemovedText } from './messages.ts'
import './corners.css'

/** Three empty corners to begin with, the fewest that enclose an area. */
const AT_FIRST = ['', '', '']

/**
 * Converts a corner typed as latitude and longitude to the National Grid; the code for that is loaded on
 * demand.
 */
const onGrid = async (text: string): Promise<string> => {
  const typed = parseCorner(text) === null ? parseLatLong(text) : null
  if (!typed) return text
  const { latLongToGrid } = await import('#domain/place/osgb')
  const { easting, northing } = latLongToGrid(typed)
  return formatCorner([Math.round(easting * 10) / 10, Math.round(northing * 10) / 10])
}

const swapped = (corners: readonly string[], one: number, other: number): string[] =>
  corners.map((corner, at) => (at === one ? corners[other]! : at === other ? corners[one]! : corner))

/**
 * Corners of a site as a list to type, reorder and remove, next to a drawing on which a pointer moves them.
 */
export const CornersField = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  value,
  onChange,
}: FieldProps<string[]>) => {
  const corners = value ?? AT_FIRST
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const latest = useRef(corners)
  useEffect(() => {
    latest.current = corners
  })
  const focus = (at: number, part: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`li:nth-child(${at + 1}) ${part}`)?.focus(),
    )
  const change = (at: number, text: string) => onChange(corners.with(at, text))
  const convert = async (at: number, text: string) => {
    const converted = await onGrid(text)
    // The user may have continued typing meanwhile.
    if (converted !== text && latest.current[at] === text) onChange(latest.current.with(at, converted))
  }
  const add = () => {
    onChange([...corners, ''])
    focus(corners.length, 'input')
  }
  const remove = (at: number) => {
    onChange(corners.toSpliced(at, 1))
    setSaid(cornerRemovedText(at + 1))
    focus(Math.min(at, corners.length - 2), 'input')
  }
  const move = (at: number, by: 1 | -1) => {
    onChange(swapped(corners, at, at + by))
    setSaid(cornerMovedText(at + 1, at + by + 1))
    const isAtEnd = at + by === 0 || at + by === corners.length - 1
    focus(at + by, isAtEnd ? 'input' : `[data-move="${by}"]`)
  }
  return (
    <div className="corners" role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
      <CornersDrawing corners={corners} onChange={onChange} />
      <ol ref={list} className="corners-list">
        {corners.map((corner, at) => (
          // Corners have no identity besides their index.
          // eslint-disable-next-line react/no-array-index-key
          <li key={at}>
            <input
              id={at === 0 ? id : undefined}
              className="input"
              aria-label={`Corner ${at + 1}`}
              aria-describedby={describedBy}
              aria-invalid={isInvalid && parseCorner(corner) === null}
              autoComplete="off"
              value={corner}
              onChange={event => change(at, event.target.value)}
              onBlur={event => void convert(at, event.target.value)}
            />
            <button
              type="button"
              className="icon-button"
              data-move="-1"
              aria-label={`Move corner ${at + 1} up`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <ArrowUpIcon aria-hidden="true" />
            </button>
            <button
              type="button"
              className="icon-button"
              data-move="1"
              aria-label={`Move corner ${at + 1} down`}
              disabled={at === corners.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDownIcon aria-hidden="true" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove corner ${at + 1}`}
              disabled={corners.length <= 3}
              onClick={() => remove(at)}
            >
              <XIcon aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className="button" disabled={corners.length >= MAX_TYPED_CORNERS} onClick={add}>
        <PlusIcon aria-hidden="true" />
        Add a corner
      </button>
      <p className="quiet small">For example ST 43612 21107, or 343612, 121107, or 50.98698, -2.80419.</p>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  )
}
