/** Whether a text can be a mail address: an '@', a '.', no spaces, and nothing that would make it a list (R205). */
export const isEmail = (text: string): boolean => /^[^\s@;,<>"]+@[^\s@;,<>"]+\.[^\s@;,<>".]+$/.test(text)
