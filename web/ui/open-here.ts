/**
 * A dialog opens with the focus on the control that has this as its ref, not on its cross: React's own autoFocus comes before
 * the dialog is shown.
 */
export const openHere = (control: HTMLElement | null): void => control?.setAttribute('autofocus', '')
