// Manage the runners of CoreWeave Sandbox on your Kubernetes clusters, and the policies of their sandboxes.
package coreweavesandbox
