import { FolderOpen, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AnyField } from '#actions/kit/fields'
import type { QueueRow } from '#contract/queue'
import { extensionsOf, refusalOf } from '../../fields/file-answers.ts'
import { matchFiles } from './match-files.ts'

/** Which file of the reader's goes to which row, by the row's id. */
export type Placed = ReadonlyMap<string, File>

/** Many files, or a folder of them, given to rows by their names; the reader sees which goes where and may put it right. */
export const FilesOfRows = ({
  field,
  rows,
  placed,
  onChange,
}: {
  field: AnyField
  rows: readonly QueueRow[]
  placed: Placed
  onChange: (placed: Placed) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const kinds = extensionsOf(field.accept ?? [])
  const take = (list: FileList | null) => {
    const picked = [...(list ?? [])].filter(file => !file.name.startsWith('.'))
    if (picked.length === 0) return
    const said = picked.map(file => ({ file, why: refusalOf(file, kinds) }))
    setRefused(said.flatMap(({ why }) => why ?? []))
    const taken = said.flatMap(({ file, why }) => (why === null ? [file] : []))
    const free = rows.filter(({ id }) => !placed.has(id))
    setFiles(before => [...before, ...taken])
    onChange(new Map([...placed, ...matchFiles(taken, free).byRow]))
  }
  const place = (id: string, at: string) => {
    const file = files[Number(at)]
    const others = [...placed].filter(([row, one]) => row !== id && one !== file)
    onChange(new Map(at === '' || !file ? others : [...others, [id, file]]))
  }
  const used = new Set(placed.values())
  const left = files.filter(file => !used.has(file))
  const without = rows.filter(({ id }) => !placed.has(id)).length
  return (
    <div
      className="field queue-files"
      role="group"
      aria-label={field.label}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        take(event.dataTransfer.files)
      }}
    >
      <p className="field-label">
        {field.label}
        {field.optional && <span className="quiet"> (optional)</span>}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        data-files="many"
        accept={kinds.map(kind => `.${kind}`).join(',')}
        onChange={event => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <input
        ref={element => {
          folder.current = element
          // A folder at a time: every browser knows the attribute by this name, and React by none.
          element?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        tabIndex={-1}
        onChange={event => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <div className="row">
        <button type="button" className="button" onClick={() => input.current?.click()}>
          <Upload aria-hidden="true" />
          Choose files
        </button>
        <button type="button" className="button" onClick={() => folder.current?.click()}>
          <FolderOpen aria-hidden="true" />
          Choose a folder
        </button>
      </div>
      <p className="quiet small">
        Files go to the rows whose name or id stands in theirs; each place can be changed below.
      </p>
      {refused.length > 0 && (
        <ul className="field-message field-warning" role="status">
          {refused.map(why => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
      <p role="status">
        <b className="num">{rows.length - without}</b> of {rows.length} have a file
        {left.length > 0 && `; ${left.length} ${left.length === 1 ? 'file fits' : 'files fit'} no row`}
      </p>
      {files.length > 0 && (
        <ul className="plain-list queue-places">
          {rows.map(({ id, name }) => {
            const file = placed.get(id)
            return (
              <li key={id} data-missing={file === undefined}>
                <label>
                  <span>{name}</span>
                  <select
                    className="input"
                    value={file ? String(files.indexOf(file)) : ''}
                    onChange={event => place(id, event.target.value)}
                  >
                    <option value="">No file: left out</option>
                    {files.map((one, at) => (
                      <option key={`${at} ${one.name}`} value={String(at)}>
                        {one.name}
                      </option>
                    ))}
                  </select>
                </label>
              </li>
            )
          })}
        </ul>
      )}
      {left.length > 0 && (
        <div>
          <p className="field-label">Not matched to a row</p>
          <ul className="queue-left">
            {left.map((file, at) => (
              <li key={`${at} ${file.name}`}>{file.name}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
