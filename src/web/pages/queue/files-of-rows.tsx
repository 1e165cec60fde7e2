import { FolderOpenIcon, UploadIcon } from '../../icons/icons.tsx'
import { useRef, useState } from 'react'
import type { AnyField } from '#actions/kit/fields'
import type { BulkSubject } from '#contract/desk/queue'
import { extensionsOf, fileRefusal } from '../../fields/file-answers.ts'
import { assignFilesToRows } from './match-files.ts'
import { unassignedFilesText } from './messages.ts'

/** Files chosen by the reader, by the id of the row that they belong to. */
export type FilesByRow = ReadonlyMap<string, File>

/**
 * Distributes many files, or a folder of them, among rows by their names. The reader sees the assignment and
 * can correct it.
 */
export const RowFilesField = ({
  field,
  rows,
  placed,
  onChange,
}: {
  field: AnyField
  rows: readonly BulkSubject[]
  placed: FilesByRow
  onChange: (placed: FilesByRow) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const kinds = extensionsOf(field.accept ?? [])
  const take = (list: FileList | null) => {
    const picked = [...(list ?? [])].filter(file => !file.name.startsWith('.'))
    if (picked.length === 0) return
    const said = picked.map(file => ({ file, why: fileRefusal(file, kinds) }))
    setRefused(said.flatMap(({ why }) => why ?? []))
    const taken = said.flatMap(({ file, why }) => (why === null ? [file] : []))
    const free = rows.filter(({ id }) => !placed.has(id))
    setFiles(before => [...before, ...taken])
    onChange(new Map([...placed, ...assignFilesToRows(taken, free).byRow]))
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
          // Selects a folder at a time: browsers know the attribute by this name, React does not know it.
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
          <UploadIcon aria-hidden="true" />
          Choose files
        </button>
        <button type="button" className="button" onClick={() => folder.current?.click()}>
          <FolderOpenIcon aria-hidden="true" />
          Choose a folder
        </button>
      </div>
      <p className="quiet small">
        We match each file to the row whose name or ID is in the file name. You can change this below.
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
        {left.length > 0 && `; ${unassignedFilesText(left.length)}`}
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
