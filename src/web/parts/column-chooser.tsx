import { ArrowDown, ArrowUp } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { type Choosable, chosenColumns, columnsWord } from './columns.ts'
import { usePages } from './list-address.ts'
import { Unfold } from './unfold.tsx'

/** What the panel shows at once, and the address and the list a moment later. */
interface Chosen {
  /** All columns but that of the names: the order stays while some are hidden and shown. */
  order: readonly Choosable[]
  shown: readonly Choosable[]
}

const chosenOf = (columns: readonly Choosable[], asked: string | null): Chosen => {
  const shown = chosenColumns(columns, asked).filter(column => !column.main)
  return { shown, order: [...shown, ...columns.filter(one => !one.main && !shown.includes(one))] }
}

const Choices = ({ columns }: { columns: readonly Choosable[] }) => {
  const pages = usePages()
  const [{ order, shown }, setChosen] = useState(() => chosenOf(columns, pages.columns))
  const choose = (chosen: Chosen) => {
    setChosen(chosen)
    pages.setColumns(
      columnsWord(
        columns,
        chosen.order.filter(column => chosen.shown.includes(column)),
      ),
    )
  }
  const move = (at: number, by: 1 | -1) => (event: MouseEvent<HTMLButtonElement>) => {
    const after = order.filter((_, index) => index !== at)
    after.splice(at + by, 0, ...order.slice(at, at + 1))
    choose({ order: after, shown })
    // What is moved in the page loses the keyboard.
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
                  <ArrowUp aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Move ${column.header} after`}
                  aria-disabled={at === order.length - 1}
                  onClick={at === order.length - 1 ? undefined : move(at, 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ul>
      </fieldset>
      <button type="button" className="link-button" onClick={() => choose(chosenOf(columns, null))}>
        Columns of the list
      </button>
    </>
  )
}

/** Which columns a list shows, and in which order: kept in its address. */
export const ColumnChooser = ({ columns }: { columns: readonly Choosable[] }) => (
  <Unfold label="Columns" align="end">
    {() => <Choices columns={columns} />}
  </Unfold>
)
