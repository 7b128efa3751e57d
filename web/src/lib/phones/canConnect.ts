/** True if the browser can connect to other browsers. */
export const canConnect = (): boolean => typeof RTCPeerConnection === 'function';
