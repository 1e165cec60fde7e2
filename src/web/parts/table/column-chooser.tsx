import { ArrowDownIcon, ArrowUpIcon } from '../../icons/icons.tsx'
import { type MouseEvent, useState } from 'react'
import { type ChoosableColumn, chosenColumns, columnsParam } from './columns.ts'
import { useListState } from '../page/list-address.ts'
import { DisclosureButton } from '../unfold.tsx'

/** Choice that the panel shows immediately; the address and the list follow a moment later. */
interface Chosen {
  /** All columns but the one with the names. Hiding and showing columns keeps the order. */
  order: readonly ChoosableColumn[]
  shown: readonly ChoosableColumn[]
}

const chosenOf = (columns: readonly ChoosableColumn[], asked: string | null): Chosen => {
  const shown = chosenColumns(columns, asked).filter(column => !column.main)
  return { shown, order: [...shown, ...columns.filter(one => !one.main && !shown.includes(one))] }
}

const Choices = ({ columns }: { columns: readonly ChoosableColumn[] }) => {
  const pages = useListState()
  const [{ order, shown }, setChosen] = useState(() => chosenOf(columns, pages.columns))
  const choose = (chosen: Chosen) => {
    setChosen(chosen)
    pages.setColumns(
      columnsParam(
        columns,
        chosen.order.filter(column => chosen.shown.includes(column)),
      ),
    )
  }
  const move = (at: number, by: 1 | -1) => (event: MouseEvent<HTMLButtonElement>) => {
    const after = order.filter((_, index) => index !== at)
    after.splice(at + by, 0, ...order.slice(at, at + 1))
    choose({ order: after, shown })
    // An element that is moved within the page loses the keyboard focus.
    const button = event.currentTarget
    requestAnimationFrame(() => button.focus())
  }
  return (
    <>
      <fieldset className="column-choices">
        <legend className="label">Columns</legend>
        <ul>
          {order.map((column, at) => {
            const isShown = shown.includes(column)
            return (
              <li key={column.id}>
                <label>
                  <input
                    type="checkbox"
                    checked={isShown}
                    disabled={isShown && shown.length === 1}
                    onChange={() =>
                      choose({
                        order,
                        shown: isShown ? shown.filter(one => one !== column) : [...shown, column],
                      })
                    }
                  />
                  {column.header}
                </label>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Move ${column.header} before`}
                  aria-disabled={at === 0}
                  onClick={at === 0 ? undefined : move(at, -1)}
                >
                  <ArrowUpIcon aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Move ${column.header} after`}
                  aria-disabled={at === order.length - 1}
                  onClick={at === order.length - 1 ? undefined : move(at, 1)}
                >
                  <ArrowDownIcon aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ul>
      </fieldset>
      <button type="button" className="link-button" onClick={() => choose(chosenOf(columns, null))}>
        Reset columns
      </button>
    </>
  )
}

/** Chooser for the columns of a list and their order, both stored in the address. */
export const ColumnChooser = ({ columns }: { columns: readonly ChoosableColumn[] }) => (
  <DisclosureButton label="Columns" align="end">
    {() => <Choices columns={columns} />}
  </DisclosureButton>
)
