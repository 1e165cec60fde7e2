import { ChevronDownIcon } from '../icons/icons.tsx'
import { Button } from 'react-aria-components/Button'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { choiceItem } from './choice-item.tsx'
import type { FieldProps } from './field-props.ts'
import { SearchableSelect } from './searchable-select.tsx'

const LONG = 12

/** Choice of one from a list; a long list can be searched by typing. */
export const SelectField = (props: FieldProps<string>) => {
  const { id, labelId, describedBy, isInvalid, shape, value, onChange, choices, isLoadingChoices } = props
  if (choices.length > LONG) return <SearchableSelect {...props} />
  const { ifBlank = null } = shape
  const offered = ifBlank === null ? choices : [{ id: '', name: ifBlank }, ...choices]
  const toChoose = choices.length === 0 ? 'Nothing to choose from' : (ifBlank ?? 'Choose')
  return (
    <Select
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      isInvalid={isInvalid}
      placeholder={isLoadingChoices ? 'Loading' : toChoose}
      value={value ?? null}
      onChange={key => onChange(key === null || key === '' ? null : String(key))}
    >
      <Button id={id} className="input select-button">
        <SelectValue />
        <ChevronDownIcon aria-hidden="true" />
      </Button>
      <Popover className="popover" maxHeight={300}>
        <ListBox className="listbox" items={offered}>
          {choiceItem}
        </ListBox>
      </Popover>
    </Select>
  )
}
