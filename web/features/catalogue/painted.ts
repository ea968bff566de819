/** Once what has been rendered is painted: for what must not come before the first cards. */
export const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
