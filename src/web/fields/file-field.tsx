import { FileTextIcon, UploadIcon } from '../icons/icons.tsx'
import { useRef, useState } from 'react'
import { showFileSize } from '../parts/texts.ts'
import { extensionsOf, pickOneFile, type FileAnswer } from './file-answers.ts'
import type { FieldProps } from './field-props.ts'
import { acceptedFilesText } from './messages.ts'

/** Document to upload. A refused file shows the reason. */
export const FileField = ({ id, describedBy, isInvalid, shape, value, onChange }: FieldProps<FileAnswer>) => {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const kinds = extensionsOf(shape.accept ?? [])
  const take = (files: FileList | null) => {
    const file = pickOneFile([...(files ?? [])], kinds)
    if (!file) return
    setRefusal(typeof file === 'string' ? file : null)
    if (typeof file !== 'string') onChange({ id: `upload:${file.name}`, name: file.name, file })
  }
  return (
    <div className="stack-tight">
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={kinds.map(kind => `.${kind}`).join(',')}
        onChange={event => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <div
        className="file-line"
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          take(event.dataTransfer.files)
        }}
      >
        <button
          id={id}
          type="button"
          className="button"
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          aria-label={`${value ? 'Change' : 'Choose'}: ${shape.label}`}
          onClick={() => input.current?.click()}
        >
          <UploadIcon aria-hidden="true" />
          {value ? 'Change' : 'Choose'}
        </button>
        {value ? (
          <span className="row">
            <FileTextIcon aria-hidden="true" />
            {value.links ? (
              <a href={value.links.self} download>
                {value.name}
              </a>
            ) : (
              value.name
            )}
            {value.file && <span className="quiet num">{showFileSize(value.file.size)}</span>}
            {shape.isOptional && (
              <button type="button" className="link-button" onClick={() => onChange(null)}>
                Remove
              </button>
            )}
          </span>
        ) : (
          <span className="quiet small">{acceptedFilesText(kinds)}</span>
        )}
      </div>
      <div role="status">{refusal && <p className="field-message field-warning">{refusal}</p>}</div>
    </div>
  )
}
