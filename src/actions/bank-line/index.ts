import { bookBankLine } from './book-bank-line.ts'
import { postBankLine } from './post-bank-line.ts'
import { setBankLineAside } from './set-bank-line-aside.ts'
import { takeBookingBack } from './take-booking-back.ts'
import { uploadBankStatement } from './upload-bank-statement.ts'

/** Actions on a line of a bank statement, in menu order. */
export const bankLineActions = [bookBankLine, postBankLine, setBankLineAside, takeBookingBack]

/** Actions on the list of lines of bank statements. */
export const bankLineListActions = [uploadBankStatement]
